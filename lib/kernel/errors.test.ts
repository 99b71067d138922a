import { expect, test } from 'vitest'
import { AppError, toPublicError } from './errors.ts'

test('only a conflict without a message of its own is answered by reading again', () => {
  expect(toPublicError(new AppError('CONFLICT')).suggested_action).toBe('Read it again, then retry.')

  const other = new AppError('CONFLICT', { message: 'This passkey is already registered.' })
  expect(toPublicError(other)).not.toHaveProperty('suggested_action')
  const action = 'Reload the page.'
  expect(toPublicError(new AppError('CONFLICT', { message: 'x', suggestedAction: action }))).toMatchObject({
    suggested_action: action,
  })
})
