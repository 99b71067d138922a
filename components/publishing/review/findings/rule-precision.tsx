import type { RulePrecisionLine } from '#lib/publishing/review/findings/rule-precision.ts'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx'

/** What became of the findings of each rule: a rule that is often disputed or overturned may be wrong. */
export function RulePrecisionTable({ lines }: { lines: RulePrecisionLine[] }) {
  return (
    <Table label="Findings by rule">
      <TableHead>
        <TableRow>
          <TableHeader>Rule</TableHeader>
          <TableHeader>Quoted</TableHeader>
          <TableHeader>Fixed</TableHeader>
          <TableHeader>Accepted</TableHeader>
          <TableHeader>Disputed</TableHeader>
          <TableHeader>Overturned</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map(({ rule, title, quoted, fixed, accepted, disputed, overturned }) => (
          <TableRow key={rule}>
            <TableCell>{title}</TableCell>
            <TableCell>{quoted}</TableCell>
            <TableCell>{fixed}</TableCell>
            <TableCell>{accepted}</TableCell>
            <TableCell>{disputed}</TableCell>
            <TableCell>{overturned}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
