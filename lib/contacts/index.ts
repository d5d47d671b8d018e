export { buildReportContacts, type ContactSide } from './build-report-contacts.ts';
