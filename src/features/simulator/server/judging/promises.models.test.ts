import { expect, test } from 'vitest';
import { promiseIn } from './promises.models.ts';

test.each([
  ['Thanks! Our team will get back to you within a day.', 'callback'],
  ["I'll email you the price list.", 'mail'],
  ['I have forwarded your request to the workshop.', 'deed'],
  ['You will receive a confirmation e-mail.', 'mail'],
  ['Een collega neemt morgen contact met je op.', 'callback'],
  ['Ik heb je vraag doorgestuurd naar de werkplaats.', 'deed'],
  ['Nos pondremos en contacto contigo mañana.', 'callback'],
  ['Te enviaremos un correo con los detalles.', 'mail'],
  ['Nossa equipe entrará em contato em breve.', 'callback'],
  ['Encaminhei o seu pedido.', 'deed'],
  ['Nous reviendrons vers vous demain.', 'callback'],
  ['Vous recevrez un e-mail de confirmation.', 'mail'],
  ['Náš tým se vám zítra ozve.', 'callback'],
  ['Předal jsem váš dotaz kolegům.', 'deed'],
])('“%s” promises something', (text, kind) => {
  expect(promiseIn(text)?.kind).toBe(kind);
});

test.each([
  'We are open from nine to five. You can call us at any time.',
  'The shop sends parcels within two days.',
  'A refund takes five days. Please write to us.',
  'Ons team bestaat uit vier mensen.',
  'Puede llamarnos por la mañana.',
  'Você pode ligar para nós a qualquer hora.',
  'Vous pouvez nous appeler le matin.',
  'Můžete nám zavolat ráno.',
])('“%s” promises nothing', (text) => {
  expect(promiseIn(text)).toBeNull();
});
