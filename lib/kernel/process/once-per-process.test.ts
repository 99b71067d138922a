import { expect, test, vi } from 'vitest'
import { oncePerProcess } from './once-per-process.ts'

test('a value is created by the first call, and later calls get the same', () => {
  const create = vi.fn(() => ({}))

  expect(oncePerProcess('a test', create)).toBe(oncePerProcess('a test', create))
  expect(create).toHaveBeenCalledOnce()
})

test('a value that is undefined is created once, too', () => {
  const create = vi.fn(() => undefined)
  for (let call = 0; call < 2; call += 1) oncePerProcess('a test of undefined', create)

  expect(create).toHaveBeenCalledOnce()
})

test('a module that is evaluated twice, as by Next, shares its values', async () => {
  const value = oncePerProcess('a test of two copies', () => ({}))
  vi.resetModules()
  const copy = await import('./once-per-process.ts')

  expect(copy.oncePerProcess).not.toBe(oncePerProcess)
  expect(copy.oncePerProcess('a test of two copies', () => ({}))).toBe(value)
})
