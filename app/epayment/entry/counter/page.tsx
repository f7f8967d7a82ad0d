import { makePresentmentPage } from '@/app/epayment/presentment-page';

const { Page, generateMetadata } = makePresentmentPage('barcode');
export { Page as default, generateMetadata };
