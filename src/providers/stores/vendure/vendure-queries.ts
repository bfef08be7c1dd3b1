/** What is asked of Vendure's shop API. */
const cart = `
  code
  currencyCode
  totalWithTax
  lines {
    id
    quantity
    unitPriceWithTax
    linePriceWithTax
    featuredAsset { preview }
    productVariant { id name product { id name } }
  }`;
const changed = `... on Order { ${cart} } ... on ErrorResult { errorCode }`;
const limited = `${changed} ... on InsufficientStockError { quantityAvailable }`;
const product = `
  id
  name
  slug
  description
  featuredAsset { preview }
  optionGroups { name }
  variants { id name currencyCode priceWithTax stockLevel options { name } }`;

export const channelQuery = `query Channel { activeChannel { code } }`;
export const searchQuery = `
query Search($term: String!, $take: Int!, $sort: SearchResultSortParameter) {
  search(input: { term: $term, take: $take, groupByProduct: true, sort: $sort }) { items { productId } }
}`;
export const productsQuery = `
query Products($ids: [String!]!) {
  products(options: { filter: { id: { in: $ids } } }) { items { ${product} } }
}`;
export const firstProductsQuery = `
query FirstProducts($take: Int!) {
  products(options: { take: $take }) { items { ${product} } }
}`;
export const cartQuery = `query Cart { activeOrder { ${cart} } }`;
export const addQuery = `
mutation Add($variant: ID!, $quantity: Int!) {
  addItemToOrder(productVariantId: $variant, quantity: $quantity) { ${limited} }
}`;
export const adjustQuery = `
mutation Adjust($line: ID!, $quantity: Int!) {
  adjustOrderLine(orderLineId: $line, quantity: $quantity) { ${limited} }
}`;
export const removeQuery = `
mutation Remove($line: ID!) {
  removeOrderLine(orderLineId: $line) { ${changed} }
}`;
