/** What is asked of Shopify's Storefront API; a test holds all of it to the published schema of this version. */
export const storefrontVersion = '2026-04';

const product = `
  id
  title
  description(truncateAt: 600)
  onlineStoreUrl
  featuredImage { url(transform: { maxWidth: 640 }) }
  options(first: 3) { name }
  variants(first: 50) {
    nodes {
      id
      title
      availableForSale
      price { amount currencyCode }
      compareAtPrice { amount currencyCode }
    }
  }`;
const cart = `
  id
  checkoutUrl
  cost { totalAmount { amount currencyCode } }
  lines(first: 50) {
    nodes {
      id
      quantity
      cost { totalAmount { amount currencyCode } amountPerQuantity { amount currencyCode } }
      merchandise {
        ... on ProductVariant {
          id
          title
          image { url(transform: { maxWidth: 160 }) }
          product { id title onlineStoreUrl }
        }
      }
    }
  }`;
const changed = `cart { ${cart} } userErrors { code message }`;

export const shopQuery = `query Shop { shop { name } }`;
export const searchQuery = `
query Search($query: String!, $first: Int!, $filters: [ProductFilter!], $sort: SearchSortKeys!, $reverse: Boolean!) {
  search(query: $query, first: $first, types: [PRODUCT], productFilters: $filters, sortKey: $sort, reverse: $reverse) {
    nodes { ... on Product { ${product} } }
  }
}`;
export const productsQuery = `
query Products($first: Int!) {
  products(first: $first, sortKey: BEST_SELLING) { nodes { ${product} } }
}`;
export const productQuery = `
query Product($id: ID!) {
  product(id: $id) { ${product} }
}`;
export const cartQuery = `
query Cart($id: ID!) {
  cart(id: $id) { ${cart} }
}`;
export const createCartQuery = `
mutation CreateCart($lines: [CartLineInput!]) {
  cartCreate(input: { lines: $lines }) { ${changed} }
}`;
export const addLinesQuery = `
mutation AddLines($id: ID!, $lines: [CartLineInput!]!) {
  cartLinesAdd(cartId: $id, lines: $lines) { ${changed} }
}`;
export const updateLinesQuery = `
mutation UpdateLines($id: ID!, $lines: [CartLineUpdateInput!]!) {
  cartLinesUpdate(cartId: $id, lines: $lines) { ${changed} }
}`;
export const removeLinesQuery = `
mutation RemoveLines($id: ID!, $lines: [ID!]!) {
  cartLinesRemove(cartId: $id, lineIds: $lines) { ${changed} }
}`;
