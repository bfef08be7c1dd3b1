import { describe, expect, it } from 'vitest';
import { topicsIn } from './topic-evidence.models.ts';

describe('what a text answers', () => {
  it.each([
    ['Open Tuesday to Friday.', ['hours']],
    ['We zijn geopend van dinsdag tot vrijdag van 9 tot 17 uur. Bel 030 123 45 67.', ['hours', 'contact']],
    ['Abrimos de martes a viernes. Un corte cuesta 18 €.', ['hours', 'prices']],
    ['Aberto de terça a sexta. Vendemos pães, R$ 12 cada.', ['hours', 'prices', 'services']],
    ['Ouvert du mardi au vendredi. Nous vendons du pain.', ['hours', 'services']],
    ['Otevřeno od úterý do pátku. Pečeme chléb za 89 Kč.', ['hours', 'prices', 'services']],
    ['Otevřeno denně.', ['hours']],
    ['Échange de tout produit sous 30 jours.', ['returns']],
    ['You can return any product within 30 days and get your money back.', ['returns']],
    ['Delivery takes 2 to 3 working days.', ['shipping']],
    ['Pizza delivered in 30 minutes.', ['shipping']],
    ['We deliver in Ghent for free above 20 €.', ['prices', 'deliveryCost']],
    ['Pizzas from 8 euros, delivered to your door.', ['prices']],
    ['We bezorgen gratis vanaf 30 euro.', ['prices', 'deliveryCost']],
    ['Enviamos ramos a toda la ciudad por 5 €.', ['prices', 'deliveryCost']],
    ['La livraison est gratuite et prend deux à 3 jours.', ['shipping', 'deliveryCost']],
    ['Book an appointment online.', ['booking']],
    ['Write to us: hello@linden.example', ['contact']],
  ])('%s', (text, expected) => expect(topicsIn(text)).toEqual(expected));

  it.each([
    'The function returns an integer for each item in the list, or null.',
    'shared_buffers (integer) sets the amount of memory; the default is typically 128 megabytes (128MB).',
    'Returns: the number of items that were delivered to the callback.',
    'The cost is estimated by cpu_tuple_cost, which is 0.01 by default.',
    'This file is opened on line 12 to 14 of the script and closed by the caller.',
    'We deliver by bike.',
    'Unused items go back within 30 days of delivery.',
    'Binnen 14 dagen na levering kun je je bedenken.',
    'Vous avez 14 jours après la livraison pour changer d’avis.',
    'The first 30 minutes are free. We ship contracts to courts.',
    'The book describes contacts between processes. Version 15.20 opens on port 5432.',
  ])('%s is none of them', (text) => expect(topicsIn(text)).toEqual([]));
});
