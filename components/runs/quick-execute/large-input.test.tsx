import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Json } from '#lib/kernel/json/json.ts'
import { LargeInput } from './large-input.tsx'

const INPUT = { csv: 'a,b\n'.repeat(100_000) }
const partial = { id: 'run_1', input: null, isPartial: true } as const
const whole = { id: 'run_1', input: INPUT }

const draw = (run: typeof partial | typeof whole, value?: Json) =>
  renderToStaticMarkup(<LargeInput shown={partial} run={run} value={value} fill={() => {}} />)

test('a form says that the large input of its run is being loaded, then offers it', () => {
  expect(draw(partial)).toContain('Loading it…')
  expect(draw(whole)).toContain('Put it into the form')
  expect(draw(whole, { csv: 'a draft' })).toContain('Put it into the form')
})

test('a form that has the large input of its run says nothing about it', () => {
  expect(draw(whole, INPUT)).toBe('')
})
