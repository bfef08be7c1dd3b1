import { randomInt } from 'node:crypto';
import { AppError, commonErrors } from '#shared/errors.ts';
import { newId } from '#shared/ids.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { violatedConstraint, type Database, type Transaction } from '#platform/database/database.ts';
import type { AccountScope } from '#platform/http/access.ts';
import { ofAddress, ofNetworks } from '#platform/rate-limit/network.ts';
import type { RateLimiter, RateRule } from '#platform/rate-limit/rate-limit.ts';
import { writeEvent } from '#features/webhooks/server/events/events.usecases.ts';
import { findAgentFacts, findAgentImage } from '#features/agents/server/agents-facts.usecases.ts';
import {
  mostQrCodes,
  qrCodesErrors,
  type QrCode,
  type QrCodeInput,
  type QrFormat,
} from '../qr-codes.contract.ts';
import { qrSvg, type QrDrawing } from './qr-codes-drawing.models.ts';
import { qrPdf, qrPng } from './qr-codes-files.usecases.ts';
import { qrCodesRepository, type QrCodeRow, type QrTarget } from './qr-codes.repository.ts';

/** Without letters and digits that people mix up. */
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const newCode = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
/** Stands in the drawing until a code is saved and has its own. */
const sampleCode = 'chateLer';

const types = { svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' } as const;

/** Scans that are counted. Guests of one house share its address. */
const rules = {
  again: { name: 'scan-again', limit: 30, windowSeconds: 3_600 },
  address: { name: 'scan-address', limit: 120, windowSeconds: 3_600 },
  code: { name: 'scan-code', limit: 20_000, windowSeconds: 86_400 },
} as const satisfies Record<string, RateRule>;

type AddressOf = (code: string) => string;

export type QrCodesServices = {
  database: Database;
  clock: Clock;
  limiter: Pick<RateLimiter, 'takeAll'>;
  /** Where an account's visitors are: what its codes lead to. */
  originFor(accountId: string): Promise<string>;
};

export function createQrCodesUsecases({ database, clock, limiter, originFor }: QrCodesServices) {
  /** What a code of an account says. */
  const addressesOf = async ({ accountId }: Pick<AccountScope, 'accountId'>): Promise<AddressOf> => {
    const origin = await originFor(accountId);
    return (code) => `${origin}/q/${code}`;
  };

  function present(row: QrCodeRow, addressOf: AddressOf): QrCode {
    const { code, name, description, targetUrl, color, background, logo, scanCount } = row;
    return {
      code,
      name,
      description,
      targetUrl,
      color,
      background,
      logo,
      url: addressOf(code),
      scanCount,
      lastScanAt: row.lastScanAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
    };
  }

  async function checkAgent(tx: Transaction, id: string): Promise<void> {
    if (!(await findAgentFacts(tx, id))) throw new AppError(qrCodesErrors.agentNotFound);
  }
  async function checkLogo(tx: Transaction, accountId: string, logo: string): Promise<void> {
    if (logo !== '' && !(await findAgentImage(tx, accountId, logo)))
      throw new AppError(commonErrors.invalidInput, { fields: { logo: 'qr-codes:validation.logo' } });
  }
  async function find(tx: Transaction, agentId: string, code: string): Promise<QrCodeRow> {
    const row = await qrCodesRepository(tx).find(agentId, code);
    if (!row) throw new AppError(qrCodesErrors.notFound);
    return row;
  }
  async function logoPng(tx: Transaction, accountId: string, logo: string): Promise<Buffer | null> {
    const image = logo === '' ? null : await findAgentImage(tx, accountId, logo);
    if (!image) return null;
    const { default: sharp } = await import('sharp');
    return sharp(image.bytes).resize(256, 256, { fit: 'cover' }).png().toBuffer();
  }
  const drawingOf = (
    text: string,
    look: Pick<QrCodeRow, 'color' | 'background'>,
    logo: Buffer | null,
  ): QrDrawing => ({
    text,
    color: look.color,
    background: look.background,
    logo: logo && `data:image/png;base64,${logo.toString('base64')}`,
  });

  const countScan = (code: string, device: string | null, target: QrTarget): Promise<void> =>
    database.account(target.accountId, async (tx) => {
      const now = clock.now();
      await qrCodesRepository(tx).count(code, device, now);
      const { id: qrCodeId, agentId, name } = target;
      await writeEvent(tx, {
        accountId: target.accountId,
        type: 'qr.scanned',
        at: now,
        data: { qrCodeId, agentId, name },
      });
    });

  return {
    async list(scope: AccountScope, agentId: string): Promise<QrCode[]> {
      const addressOf = await addressesOf(scope);
      return scope.run(async (tx) => {
        await checkAgent(tx, agentId);
        return (await qrCodesRepository(tx).list(agentId)).map((row) => present(row, addressOf));
      });
    },

    async create(scope: AccountScope, agentId: string, input: QrCodeInput): Promise<QrCode> {
      const addressOf = await addressesOf(scope);
      const add = (): Promise<QrCode> =>
        scope.run(async (tx) => {
          await checkAgent(tx, agentId);
          await checkLogo(tx, scope.accountId, input.logo);
          if ((await qrCodesRepository(tx).countOf(agentId)) >= mostQrCodes)
            throw new AppError(qrCodesErrors.tooMany, { variables: { most: mostQrCodes } });
          const [code, now] = [newCode(), clock.now()];
          await qrCodesRepository(tx).insert({
            id: newId('qrc'),
            accountId: scope.accountId,
            agentId,
            code,
            ...input,
            createdAt: now,
            updatedAt: now,
          });
          return present(await find(tx, agentId, code), addressOf);
        });
      // A code of eight letters out of 58 is taken once in a hundred billion times.
      return add().catch((error: unknown) => {
        if (violatedConstraint(error) !== 'qr_codes_code') throw error;
        return add();
      });
    },

    async change(scope: AccountScope, agentId: string, code: string, input: QrCodeInput): Promise<QrCode> {
      const addressOf = await addressesOf(scope);
      return scope.run(async (tx) => {
        await find(tx, agentId, code);
        await checkLogo(tx, scope.accountId, input.logo);
        const row = await qrCodesRepository(tx).change(agentId, code, input, clock.now());
        if (!row) throw new AppError(qrCodesErrors.notFound);
        return present(row, addressOf);
      });
    },

    remove: (scope: AccountScope, agentId: string, code: string): Promise<void> =>
      scope.run(async (tx) => {
        if ((await qrCodesRepository(tx).remove(agentId, code)) === 0)
          throw new AppError(qrCodesErrors.notFound);
      }),

    removeAll: (scope: AccountScope, agentId: string): Promise<number> =>
      scope.run(async (tx) => {
        await checkAgent(tx, agentId);
        return qrCodesRepository(tx).remove(agentId, null);
      }),

    /** A code as a file. */
    async picture(
      scope: AccountScope,
      agentId: string,
      code: string,
      format: QrFormat,
    ): Promise<{ bytes: Buffer; type: string; fileName: string }> {
      const addressOf = await addressesOf(scope);
      const { row, logo } = await scope.run(async (tx) => {
        const found = await find(tx, agentId, code);
        return { row: found, logo: await logoPng(tx, scope.accountId, found.logo) };
      });
      const drawing = drawingOf(addressOf(code), row, logo);
      const bytes =
        format === 'svg'
          ? Buffer.from(qrSvg(drawing))
          : format === 'png'
            ? await qrPng(drawing)
            : await qrPdf(drawing, row.name, logo);
      const name =
        row.name
          .normalize('NFKD')
          .replace(/[^\w -]+/g, '')
          .trim()
          .replace(/\s+/g, '-')
          .toLowerCase() || 'qr-code';
      return { bytes, type: types[format], fileName: `${name}-${code}.${format}` };
    },

    /** How a code would look. */
    async drawing(
      scope: AccountScope,
      agentId: string,
      input: { code?: string | undefined; color: string; background: string; logo: string },
    ): Promise<Buffer> {
      const addressOf = await addressesOf(scope);
      const logo = await scope.run(async (tx) => {
        await checkAgent(tx, agentId);
        return logoPng(tx, scope.accountId, input.logo);
      });
      return Buffer.from(qrSvg(drawingOf(addressOf(input.code ?? sampleCode), input, logo)));
    },

    /**
     * Counts a scan; the address that it leads to, or null when there is no such code. Whoever opens a code
     * again and again always gets to where it leads, but is not counted for ever: a count says how many came,
     * and writes no rows without end. `isHere`: whether an account's codes are there under the address that was
     * opened; `counts`: whether a person opened it, and no program.
     */
    async scan(
      code: string,
      device: string | null,
      address: string,
      {
        isHere = () => Promise.resolve(true),
        counts = true,
      }: { isHere?: (accountId: string) => Promise<boolean>; counts?: boolean } = {},
    ): Promise<string | null> {
      if (!/^[1-9A-HJ-NP-Za-km-z]{8}$/.test(code)) return null;
      const found = await qrCodesRepository(database.direct).target(code);
      if (!found || !(await isHere(found.accountId))) return null;
      const ofPlace = ofAddress(address, rules.again).map((use) => ({ ...use, key: `${code} ${use.key}` }));
      const uses = [...ofPlace, ...ofNetworks(address, rules.address), { rule: rules.code, key: code }];
      if (counts && (await limiter.takeAll(uses)) === null) await countScan(code, device, found);
      return found.targetUrl || `/widgets/${found.number}/qr-${code}`;
    },
  };
}

export type QrCodesUsecases = ReturnType<typeof createQrCodesUsecases>;
