import { makeLinkedReminderPage } from '../linked-page';

const { Page, generateMetadata } = makeLinkedReminderPage('confirm');

export { generateMetadata };
export default Page;
