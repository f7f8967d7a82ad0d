import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/ewallet/view/bankResult');
export { Page as default, generateMetadata };
