export {
  buildReportContacts,
  type ContactParts,
  type ContactSide,
  contactParts,
  contactsOfParts,
} from './build-report-contacts.ts';
export { lateContacts } from './late-contacts.ts';
