import { useTranslations } from 'next-intl';
import type { CustomerService } from '@/lib/domain/customer-service';

interface CustomerServiceContactProps {
  readonly customerService: CustomerService;
  /** False in a kiosk visit: the numbers are shown without links. */
  readonly hasLinks?: boolean;
}

/** The phone and WhatsApp numbers of customer service and its hours; nothing if the operator has configured neither number. */
export function CustomerServiceContact({ customerService, hasLinks = true }: CustomerServiceContactProps) {
  const t = useTranslations('layout');
  const { phone, whatsApp, hours } = customerService;
  if (phone === null && whatsApp === null) return null;
  const show = (text: string, href: string) =>
    hasLinks ? (
      <a
        href={href}
        className="min-h-tap text-ink-soft hover:text-ink inline-flex items-center underline underline-offset-4"
      >
        {text}
      </a>
    ) : (
      text
    );
  return (
    <p data-testid="customer-service" className="flex flex-wrap items-center gap-x-3">
      {t('customerService')}
      {phone === null ? null : show(phone, `tel:${phone}`)}
      {whatsApp === null ? null : show(t('whatsApp', { number: whatsApp }), `https://wa.me/${whatsApp.slice(1)}`)}
      {hours === null ? null : <span>{hours}</span>}
    </p>
  );
}
