import type { FastifyRequest } from 'fastify';
import { AppError, commonErrors } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import type { Opening } from '#shared/sign-up.ts';
import { bindEndpoints, type Binder } from '#platform/http/bind.ts';
import { sendStoredPicture } from '#platform/http/send-stored-picture.ts';
import { uploadedFile } from '#platform/http/uploaded-file.ts';
import { readableHost } from '#platform/dns/shown-host.ts';
import { whiteLabelDomainEndpoints } from '../white-label-domains.contract.ts';
import { largestBrandImage, whiteLabelEndpoints, whiteLabelErrors } from '../white-label.contract.ts';
import type { Domains } from './domains/domains.usecases.ts';
import type { Brand } from './white-label-brands.usecases.ts';
import type { WhiteLabelUsecases } from './white-label.usecases.ts';

export function whiteLabelRoutes(
  binder: Binder,
  usecases: WhiteLabelUsecases,
  domains: Domains,
  site: {
    /** What the address that was asked says to those who have no account yet. */
    openingOf(request: FastifyRequest): Opening;
    /** From which domains of mail addresses people may register; empty: from all. */
    signUpDomains(): readonly string[];
    /** The brand of the address that was asked. */
    brandOfHost(request: FastifyRequest): Promise<Brand>;
  },
): void {
  bindEndpoints(binder, whiteLabelEndpoints, {
    async publicBrand({ request }) {
      const opening = site.openingOf(request);
      const { isWhiteLabel, name, logoUrl, primaryColor, secondaryColor, supportEmail } =
        await site.brandOfHost(request);
      return {
        logoUrl,
        brandName: name,
        termsUrl: paths.terms,
        privacyUrl: paths.privacy,
        primaryColor: isWhiteLabel ? primaryColor : null,
        secondaryColor: isWhiteLabel ? secondaryColor : null,
        supportEmail,
        canRegister: opening.signUp === 'open',
        signUpDomains: opening.signUp === 'open' ? site.signUpDomains().map(readableHost) : [],
        ...opening,
      };
    },
    async brand({ scope }) {
      const { name, ...brand } = await usecases.brandOf(scope);
      return { ...brand, brandName: name };
    },
    settings: ({ scope }) => usecases.get(scope),
    save: ({ scope, body }) => usecases.save(scope, body),
    setLegal: ({ scope, body }) => usecases.setLegal(scope, body.page, body.text),
    previewLegal: async ({ scope, body }) => ({ html: await usecases.previewLegal(scope, body.text) }),
    async setImage({ scope, query, request }) {
      if (!request.isMultipart()) throw new AppError(commonErrors.unsupportedType);
      const { bytes } = await uploadedFile(request, {
        admit: () => usecases.checkUpload(scope),
        missing: whiteLabelErrors.imageUnusable,
        maxBytes: largestBrandImage,
      });
      return usecases.setImage(scope, query.kind, Buffer.from(bytes));
    },
    removeImage: ({ scope, query }) => usecases.removeImage(scope, query.kind),
    async image({ params, reply }) {
      const image = await usecases.image(params.key);
      if (!image) throw new AppError(commonErrors.notFound);
      return sendStoredPicture(reply, image);
    },
  });
  bindEndpoints(binder, whiteLabelDomainEndpoints, {
    domain: ({ scope }) => domains.get(scope),
    setDomain: ({ scope, body }) => domains.set(scope, body.host),
    checkDomain: ({ scope }) => domains.check(scope),
    removeDomain: ({ scope }) => domains.remove(scope),
    async tlsAsk({ query, reply }) {
      // Whatever goes wrong on the way answers with something else than 200, too: no certificate is had.
      const isAllowed = await domains.mayHaveCertificate(query.domain);
      await reply
        .code(isAllowed ? 200 : 403)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(isAllowed ? 'yes' : 'no');
      return {};
    },
  });
}
