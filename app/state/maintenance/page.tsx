import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MaintenanceScreen } from '@/components/layout/maintenance-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('maintenance'))('title') };
}

/** The middleware returns this page (503) for every URL while the site is closed. */
export default function MaintenancePage() {
  return <MaintenanceScreen />;
}
