import { makeResultPage } from '@/app/(result)/result-page';

const { Page, generateMetadata } = makeResultPage('/blacklisted');
export { Page as default, generateMetadata };
