import { expect, test } from 'vitest'
import { imageHints } from './image-path.ts'

test('the hint about an image elsewhere names its host', () => {
  expect(imageHints({ logoImageUrl: 'https://cdn.example/a.png' })[0]?.message).toContain(
    'is on cdn.example.',
  )
})

test('the hint about a URL without a host names its kind, and does not offer to fetch it', () => {
  for (const url of ['javascript:alert(1)', 'data:image/png;base64,AA', 'file:///a.png']) {
    const message = imageHints({ logoImageUrl: url })[0]?.message
    expect(message).toContain(`a ${url.split(':')[0]}: URL does not name one`)
    expect(message).not.toContain('Fetch image')
  }
})
