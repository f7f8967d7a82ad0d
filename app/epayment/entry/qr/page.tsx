import { makeWaitingPage } from '@/app/epayment/presentment-page';

const { Page, generateMetadata } = makeWaitingPage('qr');
export { Page as default, generateMetadata };
