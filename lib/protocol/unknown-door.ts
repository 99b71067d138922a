/** What is said where no door is. Floor 4, pure. */
import { AppError } from '../errors.ts'

export function unknownDoor(url: string): AppError {
  return new AppError('NOT_FOUND', {
    message: `There is nothing at ${new URL(url).pathname.slice(0, 200)}.`,
    suggestedAction: 'See what there is at /api/openapi.json.',
  })
}
