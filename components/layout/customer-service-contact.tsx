import { useTranslations } from 'next-intl';
import type { CustomerService } from '@/lib/domain/customer-service';

interface CustomerServiceContactProps {
  readonly customerService: CustomerService;
  /** False in a kiosk visit: they are shown without links. */
  readonly hasLinks?: boolean;
}

/** The phone and WhatsApp numbers, the e-mail address and the hours of customer service; nothing if the operator has configured no way to reach it. */
export function CustomerServiceContact({ customerService, hasLinks = true }: CustomerServiceContactProps) {
  const t = useTranslations('layout');
  const { phone, whatsApp, email, hours } = customerService;
  if (phone === null && whatsApp === null && email === null) return null;
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
      {email === null ? null : show(email, `mailto:${email}`)}
      {hours === null ? null : <span>{hours}</span>}
    </p>
  );
}
