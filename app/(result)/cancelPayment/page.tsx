import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/cancelPayment');
export { Page as default, generateMetadata };
