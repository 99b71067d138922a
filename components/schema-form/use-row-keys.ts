'use client'

/** Names for rows that move: what a row knows of itself goes with it. */
import { useRef } from 'react'

export function useRowKeys(count: number, epoch: number) {
  const state = useRef({ epoch, keys: [] as number[], last: 0 })
  if (state.current.epoch !== epoch) state.current = { epoch, keys: [], last: state.current.last }
  const { keys } = state.current
  while (keys.length < count) keys.push(++state.current.last)
  keys.length = count
  return {
    at: (row: number) => keys[row],
    insert: (row: number) => void keys.splice(row, 0, ++state.current.last),
    remove: (row: number) => void keys.splice(row, 1),
    move: (from: number, to: number) => void keys.splice(to, 0, ...keys.splice(from, 1)),
  }
}
