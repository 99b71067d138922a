import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DryRunSwitch } from './price-note.tsx'

const renderPrice = (price: string | null) =>
  renderToStaticMarkup(<DryRunSwitch price={price} isOn={false} onChange={() => {}} />)

test.each([
  ['0', 'Free.', false],
  ['0.01', '0.01 USDC.', false],
  [null, 'does not support dry runs', true],
])('a dry run at the price %s is shown as “%s”', (price, label, isDisabled) => {
  expect(renderPrice(price)).toContain(label)
  expect(renderPrice(price).includes('disabled=""')).toBe(isDisabled)
})
