import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { CounterexampleLine } from './change-list.tsx'

describe('a change', () => {
  test('a change shows a value that was accepted and is refused now', () => {
    const html = renderToStaticMarkup(
      <CounterexampleLine change={{ counterexample: { limit: 50 }, direction: 'input' }} />,
    )

    expect(html).toContain('{&quot;limit&quot;:50}')
    expect(html).toContain('was accepted before but is now refused.')
  })

  test('a change of an output shows a value that is now possible', () => {
    const html = renderToStaticMarkup(
      <CounterexampleLine change={{ counterexample: { kind: 'b' }, direction: 'output' }} />,
    )

    expect(html).toContain('was not possible before but is now.')
  })

  test('a change without a counterexample shows none', () => {
    expect(renderToStaticMarkup(<CounterexampleLine change={{}} />)).toBe('')
  })

  test('a change shortens a counterexample that is too long to read', () => {
    const html = renderToStaticMarkup(
      <CounterexampleLine change={{ counterexample: 'x'.repeat(5_000), direction: 'input' }} />,
    )

    expect(html).toContain('xxxxxxxx… (5000 characters)')
  })
})
