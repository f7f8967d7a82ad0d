import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/bankResultMBBCASA');
export { Page as default, generateMetadata };
