import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/bankResultAMB');
export { Page as default, generateMetadata };
