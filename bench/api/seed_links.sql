INSERT INTO links (id, package_id, email, access_limit, access_limit_enabled, accesses, active, receipt_sent, created_at)
WITH RECURSIVE numbers (i) AS (SELECT CAST({first} AS BIGINT) UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {end})
SELECT
    '01BENCHXXXX0000' || SUBSTR(CAST(100000000000 + i AS TEXT), 2),
    '01BENCHPACKAGE0' || SUBSTR(CAST(100000000000 + i AS TEXT), 2),
    'ben@example.org', 0, 0, 0, 1, 0, 1700000000000
FROM numbers
