import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './class-groups.ts'

/** Joins classes; a later one replaces those of its group, so that callers can adjust a component. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
