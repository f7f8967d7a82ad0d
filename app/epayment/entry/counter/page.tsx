import { makeWaitingPage } from '@/app/epayment/presentment-page';

const { Page, generateMetadata } = makeWaitingPage('barcode');
export { Page as default, generateMetadata };
