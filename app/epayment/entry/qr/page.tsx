import { makePresentmentPage } from '@/app/epayment/presentment-page';

const { Page, generateMetadata } = makePresentmentPage('qr');
export { Page as default, generateMetadata };
