import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/dcb/view/bankResult');
export { Page as default, generateMetadata };
