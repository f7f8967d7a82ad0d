import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/bankResultFPX');
export { Page as default, generateMetadata };
