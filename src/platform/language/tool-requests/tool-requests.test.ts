import { describe, expect, test } from 'vitest';
import { calculate } from '#platform/arithmetic/calculate.ts';
import type { Language } from '#shared/languages.ts';
import { calculationIn } from './calculation-request.ts';
import { timeRequestIn } from './time-request.ts';
import { asksFor, ownDetailIn, wantedName, type RequestKind } from './requests.ts';
import { placeNamed } from './time-zones.ts';

describe('asking for the time', () => {
  const asked: [Language, string, 'time' | 'date', string | null][] = [
    ['en', 'What time is it in Prague?', 'time', 'Europe/Prague'],
    ['en', "What's the time now?", 'time', null],
    ['en', 'Can you tell me what day it is today, please?', 'date', null],
    ['en', 'what time is it right now in Japan', 'time', 'Asia/Tokyo'],
    ['nl', 'Hoe laat is het nu in Praag?', 'time', 'Europe/Prague'],
    ['nl', 'Welke dag is het vandaag?', 'date', null],
    ['es', '¿Qué hora es en Nueva York?', 'time', 'America/New_York'],
    ['es', 'Hola, ¿a qué día estamos hoy?', 'date', null],
    ['pt', 'Que horas são em Lisboa agora?', 'time', 'Europe/Lisbon'],
    ['pt', 'Você sabe que dia é hoje?', 'date', null],
    ['fr', 'Quelle heure est-il à Londres ?', 'time', 'Europe/London'],
    ['fr', 'Quel jour sommes-nous aujourd’hui ?', 'date', null],
    ['cs', 'Kolik je hodin v Praze?', 'time', 'Europe/Prague'],
    ['cs', 'Kolik je teď hodin v Japonsku?', 'time', 'Asia/Tokyo'],
    ['cs', 'Kolikátého je dnes?', 'date', null],
  ];
  test.each(asked)('%s: %s', (language, text, what, zone) => {
    for (const by of [language, 'en'] as const) {
      const request = timeRequestIn(text, by);
      expect(request?.what).toBe(what);
      expect(request?.place ? placeNamed(request.place, by)?.zone : null).toBe(zone);
    }
  });

  test.each([
    'What time do you open in Prague?',
    'What time is it in Bree?',
    'What is the date of the concert?',
    'Hoe laat is het ontbijt?',
    'Qual é o horário?',
    'Kolik je?',
    '¿A qué hora es la cena?',
    'Que horas são as aulas?',
    'À quelle heure ouvrez-vous ?',
    'Kolik je vstupné?',
    '¿Cuál es la hora de la reunión?',
    '¿Cuál es la fecha de la reunión?',
    'Quelle est la date pour la réunion ?',
    'Qual é a data para a reunião?',
    'What is the date for the reunion?',
    'What is the date for Easter?',
    'What is the time at the center?',
    'Quelle heure ?',
    'Quelle heure exactement ?',
    '¿La hora exacta?',
    'Horário atual',
    'Time is money',
    '',
  ])('is not: %s', (text) => expect(timeRequestIn(text, 'en')).toBeNull());

  test('a country whose clocks differ has no one time', () => {
    expect(placeNamed('Australia', 'en')).toEqual({ name: 'Australia', zone: null });
    expect(placeNamed('Spojené státy', 'cs')).toMatchObject({ zone: null });
    expect(placeNamed('Česko', 'cs')?.zone).toBe('Europe/Prague');
    expect(placeNamed('nowhere at all', 'en')).toBeNull();
  });
});

describe('asking for a calculation', () => {
  const asked: [Language, string, string][] = [
    ['en', 'What is 19 % of 250?', '47.5'],
    ['en', 'how much is 3 x 4.20 + 1,000', '1012.6'],
    ['en', '12 * 7', '84'],
    ['en', 'calculate (3 + 4) / 2', '3.5'],
    ['en', 'What’s 100 minus 35 please?', '65'],
    ['nl', 'Hoeveel is 19 procent van 250?', '47.5'],
    ['nl', 'Wat is 12 keer 7,5?', '90'],
    ['es', '¿Cuánto es el 19 % de 250?', '47.5'],
    ['es', 'Calcula 1.000 más 12,5', '1012.5'],
    ['pt', 'Quanto é 19% de 250?', '47.5'],
    ['pt', 'quanto é 12 vezes 7', '84'],
    ['fr', 'Combien font 19 % de 250 ?', '47.5'],
    ['fr', 'combien font 12 fois 7 ?', '84'],
    ['cs', 'Kolik je 19 % z 250?', '47.5'],
    ['cs', 'Kolik je 12 krát 7?', '84'],
    ['cs', 'spočítej 1 000 + 12,5', '1012.5'],
  ];
  test.each(asked)('%s: %s', async (language, text, value) => {
    const request = calculationIn(text, language);
    expect(request && (await calculate(request.expression))).toEqual({ value });
  });

  test.each([
    '+420 123 456 789',
    '2026-11-25',
    '10-12',
    'Room 12',
    'What is 24?',
    'Is 19 % VAT included?',
    'Do you have a 3 * 4 table?',
    '4/5',
    'We are 2 + 2 children, do you have a room?',
    'OK 555-123-4567',
    'hola 600-123-456',
    'ok 06-12345678',
    'Hi, 020-7946-0018',
    'What is 020-7946-0018?',
    '90x200?',
    '90 × 200',
    '140 x 200',
    '¿2x1?',
    '2+1?',
    '¿Es 3 por 2?',
    '2 en 3',
    '2 a 3',
    '10 a 12',
    '2 à 3',
    'And 12/25?',
    '¿Y el 24/12?',
    'E o 24/12?',
    'and 2025-12-24?',
    'And 9-17?',
    'What is 24/7?',
  ])('is not: %s', (text) => expect(calculationIn(text, 'en')).toBeNull());
});

describe('asking for something to be done', () => {
  const asked: [Language, RequestKind, string][] = [
    ['en', 'booking', 'I’d like to book an appointment'],
    ['en', 'booking', 'Hi, can I schedule a call for next Tuesday?'],
    ['en', 'summary', 'Email me a summary'],
    ['en', 'summary', 'Could you send me a copy of this conversation please'],
    ['en', 'ending', 'Please end the chat'],
    ['nl', 'booking', 'Ik wil graag een afspraak maken'],
    ['nl', 'summary', 'Mail me een samenvatting'],
    ['nl', 'ending', 'Sluit dit gesprek maar af'],
    ['es', 'booking', 'Quisiera reservar una cita'],
    ['es', 'summary', 'Envíame un resumen por correo'],
    ['es', 'ending', 'Termina el chat, por favor'],
    ['pt', 'booking', 'Gostaria de agendar um horário'],
    ['pt', 'summary', 'Me mande um resumo por e-mail'],
    ['pt', 'ending', 'Pode encerrar a conversa'],
    ['fr', 'booking', 'Je voudrais prendre rendez-vous'],
    ['fr', 'summary', 'Envoyez-moi un résumé par e-mail, s’il vous plaît'],
    ['fr', 'ending', 'Terminez la conversation'],
    ['cs', 'booking', 'Chtěla bych si domluvit schůzku'],
    ['cs', 'summary', 'Pošlete mi souhrn e-mailem'],
    ['cs', 'ending', 'Ukončete prosím chat'],
  ];
  test.each(asked)('%s %s: %s', (language, kind, text) => {
    const found = (['booking', 'summary', 'ending'] as const).filter((one) => asksFor(one, text, language));
    expect(found).toEqual([kind]);
  });

  test.each([
    'How do I end my subscription?',
    'Can I cancel my appointment?',
    'I missed my appointment',
    'Send me a catalogue',
    'What does the summary of the book say?',
    'Why did the chat end?',
    'Hoe zeg ik mijn afspraak af?',
    '¿Puedo cancelar mi cita?',
    'Como cancelo minha consulta?',
    'Je veux annuler mon rendez-vous',
    'Chci zrušit schůzku',
    'Quiero hacer una consulta sobre mi pedido',
    'Necesito hacer una consulta',
    'Preciso fazer uma consulta sobre o meu pedido',
    'Chtěl bych si objednat dvě trička',
    'Chci objednat pizzu',
    'Můžu objednat online?',
    'Chci se domluvit s reklamací',
    'I just get time out errors when I pay',
    'I need a meeting room for 10 people',
    'Can I get a call back?',
    'Do you have any slot machines?',
    'I want to make a call abroad, what does it cost?',
    'Can I make a visit without an appointment?',
    'How much is it to book an appointment?',
    'Ik wil mijn gesprek op papier hebben',
    'Je voudrais avoir une visite annulée',
    'Quiero cerrar sesión',
    'Quero terminar sessão',
    'fermer la session',
    'Can you close my session?',
    'Necesito una copia de la factura',
    '¿Puedes enviarme una copia de la factura?',
    'Quiero un resumen de los precios',
    'Je voudrais une copie de ma facture',
    'Chci kopii faktury',
    'Můžete mi poslat kopii faktury?',
    'Quero uma cópia da nota fiscal',
    'Ik wil een kopie van mijn factuur',
    'Can I have a chat?',
    'Can I get a copy of it?',
  ])('is not: %s', (text) => {
    for (const kind of ['booking', 'summary', 'ending'] as const)
      expect(asksFor(kind, text, 'en')).toBe(false);
  });

  test('one’s own address is told from somebody else’s', () => {
    const email = { type: 'email', value: 'anna@example.test' };
    for (const text of [
      'anna@example.test',
      'My email is anna@example.test',
      'mijn mailadres is anna@example.test',
      'Mi correo es anna@example.test, gracias',
      'O meu e-mail é anna@example.test',
      'Mon adresse e-mail est anna@example.test',
      'Můj e-mail je anna@example.test.',
    ])
      expect(ownDetailIn(text, 'en')).toEqual(email);
    expect(ownDetailIn('My phone number is +420 221 111 111', 'en')).toEqual({
      type: 'phone',
      value: '+420 221 111 111',
    });
    for (const text of [
      'I wrote to info@shop.example and got no answer',
      'Is info@shop.example your address?',
      'a@example.test or b@example.test',
      'Order 1234567890',
    ])
      expect(ownDetailIn(text, 'en')).toBeNull();
  });

  test('another agent is wanted by its name', () => {
    const names = ['Anna', 'Anna from Billing'];
    expect(wantedName('I’d like to talk to Anna from Billing', names, 'en')).toBe('Anna from Billing');
    expect(wantedName('Ik wil verder met Anna', names, 'nl')).toBe('Anna');
    expect(wantedName('Přepněte mě na: Anna', names, 'cs')).toBe('Anna');
    expect(wantedName('Who is Anna?', names, 'en')).toBeNull();
  });
});
