import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/bankResultMBB');
export { Page as default, generateMetadata };
