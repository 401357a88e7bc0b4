INSERT INTO files (id, package_id, kind, path, name, place, name_bytes, size, chunk_size, state, crc32, scan_state,
    scan_reason, created_at, finalized_at)
WITH RECURSIVE numbers (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {count})
SELECT
    '01BENCHFENE0000' || SUBSTR(CAST(100000000000 + i AS TEXT), 2), '{package}', 'file',
    'day 4', SUBSTR(CAST(100000000000 + i AS TEXT), 2) || '.mov', CAST(i AS TEXT), 21, 0, 104857600, 'finalized', 0,
    'not_scanned', 'off', 0, 0
FROM numbers
