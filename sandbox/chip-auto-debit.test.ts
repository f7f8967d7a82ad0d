import { describeKeptCards } from './kept-card-journeys.fixture';

/* Auto debit on cards that CHIP keeps: GATEWAYS=chip. */

describeKeptCards(
  {
    ...{ name: 'chip', returnField: 'chip_reference' },
    postCard(pageUrl, number) {
      const card = { cardholder_name: 'Siti', card_number: number, expires: '12/39', cvc: '123' };
      const body = new URLSearchParams(card);
      return fetch(new URL('card', pageUrl), { method: 'POST', redirect: 'manual', body });
    },
  },
  'row 57: stopped between any two steps, a charge is one charge at CHIP, one credit, one posting, one receipt',
);
