import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PriceTag } from './skill-facts.tsx'

const textOf = (prices: Parameters<typeof PriceTag>[0]) =>
  renderToStaticMarkup(<PriceTag {...prices} />).replaceAll(/<[^>]+>/g, '')

test.each<[Parameters<typeof PriceTag>[0], string]>([
  [{ price: '0' }, 'Free'],
  [{ price: '0.05' }, '0.05 USDC per run'],
  [{ price: '2', runtime: 'instructions' }, '2 USDC once'],
  [{ price: '0.5', itemPrice: '0.002' }, 'up to 0.5 USDC per run'],
])('a price of %j is shown as “%s”', (prices, text) => {
  expect(textOf(prices)).toBe(text)
})
