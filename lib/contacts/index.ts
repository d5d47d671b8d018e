export { buildReportContacts, type ContactSide } from './build-report-contacts.ts';
export { ContactColumns } from './contact-columns.ts';
export { lateContacts } from './late-contacts.ts';
