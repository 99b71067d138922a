import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Witness } from './witness.tsx'

describe('a change', () => {
  test('shows the value that was accepted and is refused now', () => {
    const html = renderToStaticMarkup(<Witness change={{ witness: { limit: 50 }, direction: 'input' }} />)

    expect(html).toContain('{&quot;limit&quot;:50}')
    expect(html).toContain('was accepted and is now refused.')
  })

  test('of an output shows what it may give now', () => {
    const html = renderToStaticMarkup(<Witness change={{ witness: { kind: 'b' }, direction: 'output' }} />)

    expect(html).toContain('was not possible and is now.')
  })

  test('without such a value shows nothing', () => {
    expect(renderToStaticMarkup(<Witness change={{}} />)).toBe('')
  })

  test('shortens a value that nobody would read', () => {
    const html = renderToStaticMarkup(<Witness change={{ witness: 'x'.repeat(5_000), direction: 'input' }} />)

    expect(html).toContain('xxxxxxxx… (5000 characters)')
  })
})
