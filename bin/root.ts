/** The project's folder: programs work from any current folder. */
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '..')
