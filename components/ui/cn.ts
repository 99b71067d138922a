import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './class-groups.ts'

/** A later class replaces its group. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
