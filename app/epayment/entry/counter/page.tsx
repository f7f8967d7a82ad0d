import { makeWaitingPage } from '@/app/epayment/waiting-page';

const { Page, generateMetadata } = makeWaitingPage('barcode');
export { Page as default, generateMetadata };
