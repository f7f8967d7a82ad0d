import { makeWaitingPage } from '@/app/epayment/waiting-page';

const { Page, generateMetadata } = makeWaitingPage('qr');
export { Page as default, generateMetadata };
