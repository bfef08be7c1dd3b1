import type { Language } from '#shared/languages.ts';

export type FixtureDocument = {
  title: string;
  text: string;
};

const crumbs =
  'Home › Shop › Info\n\nSkip to content\n\nWe use cookies to improve your experience. Accept all cookies\n\n';

/** A small company's site, as a crawler gives it: markdown with the usual leftovers. */
export const atelierVelo: Record<Language, FixtureDocument[]> = {
  en: [
    {
      title: 'Contact and opening hours | Atelier Vélo',
      text: `${crumbs}# Contact and opening hours

Atelier Vélo is a small bike shop and workshop in the old town of Ghent, run by Sofie and Bram since 2012.

## Opening hours

- Tuesday to Friday: 9:00–18:30
- Saturday: 9:00–17:00
- Sunday and Monday: closed

We close for two weeks in August. Check our news page for the exact dates.

## Where to find us

You can find us at Kraanlei 42, 9000 Ghent, next to the Museum of Daily Life. There is a car park under Vrijdagmarkt, five minutes on foot.

## Contact

Call us at +32 9 555 01 23 or write to [info@ateliervelo.example](mailto:info@ateliervelo.example). We answer e-mails within one working day.

© 2026 Atelier Vélo. All rights reserved.`,
    },
    {
      title: 'Repairs and prices | Atelier Vélo',
      text: `${crumbs}# Repairs and prices

We repair all bikes, including e-bikes, cargo bikes and racing bikes, whatever the brand. All prices include VAT.

| Repair | Price | Time |
| --- | --- | --- |
| Flat tyre | 15 € | 20 minutes |
| New chain | 35 € | 1 hour |
| Brake adjustment | 12 € | 15 minutes |
| Small service | 49 € | 1 day |
| Full service | 89 € | 2 days |

A full service includes brakes, gears, bearings, spokes and a test ride. Most repairs are ready within two working days. In spring it may take up to five days.

You don't need an appointment for a flat tyre: just walk in. For all other repairs, please book a time online or by phone.

While your bike is with us, you can borrow a replacement bike for free.

## Warranty

We give a warranty of one year on all repairs and two years on new bikes.

## How to book a repair

1. Choose the repair on our booking page.
2. Pick a day and a time.
3. Leave your name and phone number.
4. Bring your bike at the agreed time.`,
    },
    {
      title: 'Shop, delivery and returns | Atelier Vélo',
      text: `${crumbs}# Shop, delivery and returns

We sell city bikes, e-bikes, children's bikes, helmets, lights, locks and bags. Our brands are Gazelle, Achielle and Brompton.

## Delivery

Delivery in Belgium costs 4.95 € and is free from 50 €. We deliver parcels within two to three working days. We do not ship outside the European Union.

## Returns

You may return unused articles within 30 days. We refund the money within 14 days to the account that you paid with. Bikes that were ridden can't be returned.

## Payment

You can pay by Bancontact, credit card, PayPal or in cash. For bikes above 500 € we offer payment in three instalments.

## Frequently asked questions

### Can I rent a bike?

Yes, we rent city bikes for 14 € a day and e-bikes for 29 € a day. You need an identity card and a deposit of 100 €.

### Do you buy second-hand bikes?

We take your old bike in part exchange when you buy a new one.`,
    },
  ],
  nl: [
    {
      title: 'Contact en openingstijden | Atelier Vélo',
      text: `# Contact en openingstijden

## Openingstijden

- Dinsdag tot en met vrijdag: 9.00–18.30 uur
- Zaterdag: 9.00–17.00 uur
- Zondag en maandag: gesloten

## Adres

Je vindt ons op Kraanlei 42, 9000 Gent, naast het museum Het Huis van Alijn.

## Contact

Bel ons op +32 9 555 01 23 of mail naar info@ateliervelo.example. We beantwoorden e-mails binnen één werkdag.`,
    },
    {
      title: 'Reparaties en prijzen | Atelier Vélo',
      text: `# Reparaties en prijzen

Wij repareren alle fietsen, ook e-bikes, bakfietsen en racefietsen, van elk merk.

| Reparatie | Prijs |
| --- | --- |
| Lekke band | 15 € |
| Nieuwe ketting | 35 € |
| Grote onderhoudsbeurt | 89 € |

De meeste reparaties zijn binnen twee werkdagen klaar. Tijdens de reparatie kun je gratis een leenfiets krijgen.

## Garantie

Op alle reparaties geven we één jaar garantie.

## Retourneren

Ongebruikte artikelen kun je binnen 30 dagen terugsturen. Je krijgt je geld binnen 14 dagen terug.

## Verzending

Verzending binnen België kost 4,95 € en is gratis vanaf 50 €.

## Betalen

Je kunt betalen met Bancontact, creditcard, PayPal of contant.`,
    },
  ],
  es: [
    {
      title: 'Contacto y horario | Atelier Vélo',
      text: `# Contacto y horario

## Horario

- De martes a viernes: de 9:00 a 18:30
- Sábado: de 9:00 a 17:00
- Domingo y lunes: cerrado

## Dónde estamos

Nos encontrarás en Kraanlei 42, 9000 Gante, al lado del museo.

## Contacto

Llámanos al +32 9 555 01 23 o escribe a info@ateliervelo.example. Respondemos en un día laborable.`,
    },
    {
      title: 'Reparaciones, precios y devoluciones | Atelier Vélo',
      text: `# Reparaciones y precios

Reparamos todas las bicicletas, también eléctricas y de carga, de cualquier marca.

| Reparación | Precio |
| --- | --- |
| Pinchazo | 15 € |
| Cadena nueva | 35 € |
| Revisión completa | 89 € |

La mayoría de las reparaciones están listas en dos días laborables. Mientras tanto te prestamos una bicicleta gratis.

## Garantía

Damos un año de garantía en todas las reparaciones.

## Devoluciones

Puedes devolver los artículos sin usar en un plazo de 30 días. Te devolvemos el dinero en 14 días.

## Envío

El envío dentro de Bélgica cuesta 4,95 € y es gratis a partir de 50 €.

## Pago

Puedes pagar con Bancontact, tarjeta de crédito, PayPal o en efectivo.`,
    },
  ],
  pt: [
    {
      title: 'Contactos e horário | Atelier Vélo',
      text: `# Contactos e horário

## Horário

- De terça a sexta-feira: das 9h00 às 18h30
- Sábado: das 9h00 às 17h00
- Domingo e segunda-feira: fechado

## Onde estamos

Estamos em Kraanlei 42, 9000 Gante, ao lado do museu.

## Contactos

Ligue para +32 9 555 01 23 ou escreva para info@ateliervelo.example. Respondemos num dia útil.`,
    },
    {
      title: 'Reparações, preços e devoluções | Atelier Vélo',
      text: `# Reparações e preços

Reparamos todas as bicicletas, incluindo elétricas e de carga, de qualquer marca.

| Reparação | Preço |
| --- | --- |
| Furo | 15 € |
| Corrente nova | 35 € |
| Revisão completa | 89 € |

A maioria das reparações fica pronta em dois dias úteis. Entretanto, emprestamos uma bicicleta gratuitamente.

## Garantia

Damos um ano de garantia em todas as reparações.

## Devoluções

Pode devolver artigos não usados no prazo de 30 dias. Devolvemos o dinheiro em 14 dias.

## Envio

O envio para a Bélgica custa 4,95 € e é grátis a partir de 50 €.

## Pagamento

Pode pagar com Bancontact, cartão de crédito, PayPal ou em dinheiro.`,
    },
  ],
  fr: [
    {
      title: 'Contact et horaires | Atelier Vélo',
      text: `# Contact et horaires

## Horaires d’ouverture

- Du mardi au vendredi : 9h00–18h30
- Samedi : 9h00–17h00
- Dimanche et lundi : fermé

## Adresse

Vous nous trouverez Kraanlei 42, 9000 Gand, à côté du musée.

## Contact

Appelez-nous au +32 9 555 01 23 ou écrivez à info@ateliervelo.example. Nous répondons sous un jour ouvrable.`,
    },
    {
      title: 'Réparations, tarifs et retours | Atelier Vélo',
      text: `# Réparations et tarifs

Nous réparons tous les vélos, y compris les vélos électriques et les vélos cargo, de toutes marques.

| Réparation | Prix |
| --- | --- |
| Crevaison | 15 € |
| Nouvelle chaîne | 35 € |
| Révision complète | 89 € |

La plupart des réparations sont prêtes en deux jours ouvrables. Entre-temps, nous vous prêtons un vélo gratuitement.

## Garantie

Nous donnons un an de garantie sur toutes les réparations.

## Retours

Vous pouvez retourner les articles non utilisés dans les 30 jours. Nous vous remboursons sous 14 jours.

## Livraison

La livraison en Belgique coûte 4,95 € et est gratuite à partir de 50 €.

## Paiement

Vous pouvez payer par Bancontact, carte de crédit, PayPal ou en espèces.`,
    },
  ],
  cs: [
    {
      title: 'Kontakt a otevírací doba | Atelier Vélo',
      text: `# Kontakt a otevírací doba

## Otevírací doba

- Úterý až pátek: 9:00–18:30
- Sobota: 9:00–17:00
- Neděle a pondělí: zavřeno

## Kde nás najdete

Najdete nás na adrese Kraanlei 42, 9000 Gent, vedle muzea.

## Kontakt

Volejte na +32 9 555 01 23 nebo pište na info@ateliervelo.example. Na e-maily odpovídáme do jednoho pracovního dne.`,
    },
    {
      title: 'Opravy, ceny a vrácení zboží | Atelier Vélo',
      text: `# Opravy a ceny

Opravujeme všechna kola včetně elektrokol a nákladních kol, bez ohledu na značku.

| Oprava | Cena |
| --- | --- |
| Píchlá duše | 350 Kč |
| Nový řetěz | 850 Kč |
| Velký servis | 2 100 Kč |

Většina oprav je hotová do dvou pracovních dnů. Během opravy vám zdarma půjčíme náhradní kolo.

## Záruka

Na všechny opravy dáváme záruku jeden rok.

## Vrácení zboží

Nepoužité zboží můžete vrátit do 30 dnů. Peníze vám vrátíme do 14 dnů.

## Doprava

Doprava stojí 120 Kč a nad 1 200 Kč je zdarma.

## Platba

Platit můžete kartou, přes PayPal nebo v hotovosti.`,
    },
  ],
};
