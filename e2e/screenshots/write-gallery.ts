import { writeFile } from 'node:fs/promises';
import { writeGalleryPage } from './gallery-page';

/** After the last picture. */
export default async function writeGallery(): Promise<void> {
  await writeFile('docs/screens/README.md', writeGalleryPage());
}
