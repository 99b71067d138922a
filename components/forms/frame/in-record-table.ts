import { createContext } from 'react'

/** Whether a field is in a table of records (`record-table.tsx`), where each record shows all its fields. */
export const InRecordTable = createContext(false)
