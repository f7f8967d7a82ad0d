import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/bankResultEGHL');
export { Page as default, generateMetadata };
