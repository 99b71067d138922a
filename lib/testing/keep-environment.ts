/**
 * Test files of a process share its environment. A file that assigns another object to `process.env` breaks the stubs of
 * all later ones: Vitest would remove these from the object that was there at the start.
 */
import { afterAll, expect } from 'vitest'

const environment = process.env

afterAll(() => {
  expect(process.env === environment, 'A test replaced process.env. Restore its variables instead.').toBe(
    true,
  )
})
