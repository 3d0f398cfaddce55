import type pg from 'pg';
import type { AccountData } from '../../../ports/personal-data.ts';
import { accountTables } from './account-tables.ts';
import { about, readable } from './personal-data.ts';

/** Accounts belong to the whole deployment, in a schema and role of their own, so they are erased apart from the desk. */
export function createAccountData(pool: pg.Pool): AccountData {
  return {
    async export(userId) {
      const records: Record<string, Record<string, unknown>[]> = {};
      for (const { table, columns, erasure } of tablesOf(userId)) {
        const text = `select ${readable(columns)} from ${quoted(table)} where ${erasure.where}`;
        const { rows } = await pool.query<Record<string, unknown>>(text, [userId]);
        if (rows.length > 0) records[table] = rows;
      }
      return records;
    },
    async erase(userId) {
      const deleted: Record<string, number> = {};
      const client = await pool.connect();
      try {
        await client.query('begin');
        for (const { table, erasure } of tablesOf(userId)) {
          const goes = erasure.action.kind === 'goes with';
          const verb = goes ? 'select 1 from' : 'delete from';
          const { rowCount } = await client.query(`${verb} ${quoted(table)} where ${erasure.where}`, [
            userId,
          ]);
          if (rowCount) deleted[table] = rowCount;
        }
        await client.query('commit');
        client.release();
        return deleted;
      } catch (error) {
        await client.query('rollback').then(
          () => client.release(),
          (broken: Error) => client.release(broken),
        );
        throw error;
      }
    },
  };
}

const tablesOf = (userId: string) => about({ kind: 'user', userId }, accountTables);

/** Names of the sign-in library have capitals. */
const quoted = (table: string) => table.replace(/\.(.+)$/, '."$1"');
