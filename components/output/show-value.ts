import type { ReactNode } from 'react'
import type { Json, JsonSchema } from '#lib/contract/json/json.ts'

export type ShownValue = { value: Json; schema?: JsonSchema; root?: JsonSchema; name: string; depth: number }

/** Draws a value inside a list or a table; handed down, so that values can hold values without a circle of imports. */
export type ShowValue = (shown: ShownValue) => ReactNode
