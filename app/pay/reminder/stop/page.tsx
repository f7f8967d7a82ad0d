import { makeLinkedReminderPage } from '../linked-page';

const { Page, generateMetadata } = makeLinkedReminderPage('stop');

export { generateMetadata };
export default Page;
