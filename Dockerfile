# The table in the browser: docker build -t tapete . && docker run -p 8000:8000 tapete   (not tried by the maintainers)
FROM python:3.12-slim
WORKDIR /app
COPY requirements.txt pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir -r requirements.txt && pip install --no-cache-dir --no-deps .
RUN useradd --create-home player
USER player
RUN tapete warm
EXPOSE 8000
CMD ["tapete", "serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser"]
