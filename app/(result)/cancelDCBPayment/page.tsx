import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/cancelDCBPayment');
export { Page as default, generateMetadata };
