import type { ReactNode } from 'react'

/** Says that a form was kept, beside its button. The place is always there, so that it is announced. */
export function Saved({ show, children }: { show: boolean; children: ReactNode }) {
  return (
    <span role="status" className="text-success text-sm">
      {show && children}
    </span>
  )
}
