export { ContactColumns } from './contact-columns.ts';
export { buildReportContacts, type ContactSide } from './build-report-contacts.ts';
